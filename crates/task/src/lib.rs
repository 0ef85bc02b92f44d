//! What is done with paths: tests, native replay, and whether the machine agrees with the prediction.
