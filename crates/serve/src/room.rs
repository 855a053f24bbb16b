//! Rooms: each is a task that owns its sitting. Requests come in through a queue, events go out to
//! everybody; nothing is told before it is in the database.

mod ask;
mod directory;
mod engines;
pub(crate) mod opening;
mod seats;
mod task;

pub(crate) use ask::{Ask, Form, Joined, Told};
pub(crate) use directory::Directory;
pub(crate) use task::read_name;
