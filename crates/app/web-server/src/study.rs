//! Studies on the server: reads and writes matches with their variations, shows positions, and lets players analyze
//! them. The client owns the study, and the server stores nothing.

mod analyses;
mod line;
mod messages;
mod review;
mod set_up;
mod socket;
mod task;
mod tree;

pub(crate) use self::line::{StudyLine, StudyPosition, route_of, view_of};
pub(crate) use self::set_up::{
    JointMove, Promotion, SetUp, SetUpPosition, joint_moves, promotions,
};
pub(crate) use self::socket::open;
pub(crate) use self::tree::StudyTree;
