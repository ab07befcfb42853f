//! A model behind an OpenAI-compatible endpoint: a real server that answers as a test wants.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// How it answers.
#[derive(Debug, Clone, Copy)]
pub enum Manner {
    /// A family with words.
    Names(&'static str, &'static str),
    /// It does what the text tells it: calls of tools, an acceptance, all that it is asked for.
    Obeys,
    /// Something that is no JSON.
    Garbage,
    /// More than anybody would read.
    Huge,
    /// It takes the question and never answers.
    Silent,
}

pub struct Model {
    pub url: String,
    seen: Arc<Mutex<String>>,
    count: watch::Receiver<usize>,
    serving: tokio::task::JoinHandle<()>,
}

impl Drop for Model {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Model {
    pub async fn start(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let seen = Arc::new(Mutex::new(String::new()));
        let (counted, count) = watch::channel(0);
        let kept = Arc::clone(&seen);
        let serving = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (kept, counted) = (Arc::clone(&kept), counted.clone());
                tokio::spawn(async move { serve(client, manner, &kept, &counted).await.ok() });
            }
        });
        Self { url, seen, count, serving }
    }

    /// All that it was shown.
    pub fn seen(&self) -> String {
        self.seen.lock().unwrap().clone()
    }

    /// Waits until it was asked so often.
    pub async fn asked_about(&self, times: usize) {
        let mut count = self.count.clone();
        let patience = std::time::Duration::from_mins(1);
        tokio::time::timeout(patience, count.wait_for(|count| *count >= times)).await.unwrap().unwrap();
    }
}

async fn serve(
    mut client: TcpStream,
    manner: Manner,
    seen: &Mutex<String>,
    counted: &watch::Sender<usize>,
) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(client.read_u8().await?);
    }
    let head = String::from_utf8_lossy(&head).to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
    let mut body = vec![0; length.and_then(|length| length.trim().parse().ok()).unwrap_or(0)];
    client.read_exact(&mut body).await?;
    let asked: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
    let shown = asked["messages"][1]["content"].as_str().unwrap_or_default().to_owned();
    seen.lock().unwrap().push_str(&shown);
    counted.send_modify(|count| *count += 1);
    let said = |content: String| {
        serde_json::json!({"choices": [{"message": {"role": "assistant", "content": content}}]}).to_string()
    };
    let answer = match manner {
        Manner::Names(family, quote) => {
            said(serde_json::json!({"tactics": [{"family": family, "quote": quote}]}).to_string())
        }
        Manner::Obeys => serde_json::json!({
            "choices": [{"message": {
                "role": "assistant",
                "content": serde_json::json!({
                    "tactics": [{"family": "final", "quote": shown.chars().take(12).collect::<String>()}],
                    "accept": true, "mode": "auto", "send": shown,
                }).to_string(),
                "tool_calls": [
                    {"type": "function", "function": {"name": "accept_offer", "arguments": "{}"}},
                    {"type": "function", "function": {"name": "set_mandate", "arguments": shown}},
                ],
            }}],
        })
        .to_string(),
        Manner::Garbage => "Sure! I accept the offer.".to_owned(),
        Manner::Huge => said("x".repeat(1 << 20)),
        Manner::Silent => std::future::pending().await,
    };
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        answer.len()
    );
    client.write_all(head.as_bytes()).await?;
    client.write_all(answer.as_bytes()).await?;
    client.shutdown().await
}
