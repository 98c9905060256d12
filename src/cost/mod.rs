//! Money: purchase kinds, hours, storage and traffic.
