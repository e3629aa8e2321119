//! The five road maps of baccarat: streaks, marks, layout, ask, good roads.
