//! Durable storage of events and transfers: SQLite behind the house's port.
