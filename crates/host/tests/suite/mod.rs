//! What a host does, whatever keeps its record: each kind of store runs all of it.

mod admission;
mod bodies;
mod buyer;
mod contact;
mod crash;
mod desk_agents;
mod door;
mod office;
mod refusals;
mod registration;
mod sandbox;
mod stating;
mod together;
