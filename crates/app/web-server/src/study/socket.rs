//! The socket for a study. Players analyze the study's positions over this socket.

use axum::extract::State;
use axum::response::Response;
use tokio::sync::mpsc;

use super::analyses::{Analyses, NumberedUpdate};
use super::messages::{StudyAnswer, StudyRequest};
use super::task::{Asker, Task};
use crate::budget::Payer;
use crate::computing::Computations;
use crate::error::Refused;
use crate::limits::Permit;
use crate::server::Server;
use crate::upgrade::{Bounds, Socket, Upgrade};
use crate::wire::{Ended, Wire};

/// The maximum message length, which allows a line with the maximum number of moves.
const BOUNDS: Bounds = Bounds { message_bytes_max: 256 * 1024, read_bytes: 4096 };

/// `GET /api/study/socket`
pub(crate) async fn open(
    State(server): State<Server>,
    payer: Payer,
    upgrade: Upgrade,
) -> Result<Response, Refused> {
    let permit = server.limits().open_socket(payer.client)?;
    Ok(upgrade.accept(BOUNDS, move |socket| serve(server, socket, payer, permit)))
}

/// Serves a client. At the end, drops and thereby stops the analyses.
async fn serve(server: Server, socket: Socket, payer: Payer, _permit: Permit) {
    let (analyses, reports) = Analyses::new(server.clone(), payer);
    let computations = server.computations().clone();
    let wire = Wire::new(socket);
    let mut connection = Connection { server, computations, payer, analyses, wire };
    if let Err(Ended::Misused(why)) = connection.run(reports).await {
        connection.wire.close(StudyAnswer::Error { why }.text()).await;
    }
}

/// A client with a study.
#[derive(Debug)]
struct Connection {
    server: Server,
    computations: Computations,
    payer: Payer,
    analyses: Analyses,
    wire: Wire,
}

impl Connection {
    async fn run(
        &mut self,
        mut reports: mpsc::Receiver<NumberedUpdate>,
    ) -> Result<std::convert::Infallible, Ended> {
        loop {
            let answers = tokio::select! {
                received = self.wire.receive() => match received?.text() {
                    Ok(Some(text)) => self.answer(&text).await?,
                    Ok(None) => Vec::new(),
                    Err(why) => return Err(Ended::Misused(why.into())),
                },
                Some(report) = reports.recv() => self.analyses.update(report).await,
            };
            self.wire.keep_alive().await?;
            for answer in answers {
                self.wire.send(answer.text()).await?;
            }
        }
    }

    /// Processes a message.
    async fn answer(&mut self, text: &str) -> Result<Vec<StudyAnswer>, Ended> {
        let request = serde_json::from_str(text);
        let request =
            request.map_err(|error| Ended::Misused(format!("invalid message: {error}")))?;
        let (id, is_review, request) = match request {
            StudyRequest::Stop => {
                self.analyses.stop();
                return Ok(Vec::new());
            }
            StudyRequest::Analyze(request) => (request.id, false, request),
            StudyRequest::Review(request) => (request.id, true, request),
        };
        let (server, visitor) = (self.server.clone(), self.payer.visitor);
        let make = move || {
            let make = if is_review { Task::review } else { Task::position };
            make(&request, Asker { app: server.app(), visitor })
        };
        match self.computations.run(self.payer.client, make).await {
            Ok(task) => Ok(self.analyses.begin(task).await),
            Err(refused) => {
                // The analyzed position is no longer displayed.
                self.analyses.stop();
                Ok(vec![StudyAnswer::refused(id, refused.why())])
            }
        }
    }
}
