//! From a usage pattern to hours: how long machines run in a month and over the project.
