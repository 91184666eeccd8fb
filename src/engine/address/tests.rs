//! Round trips, fuzzing and odd forms.
