//! The channel: one switch, and the envelope that new sessions are shown.

use anp::json;

use crate::people::channel_view;
use crate::state::Desk;
use crate::view::{ChannelView, EnvelopeView, Problem};
use crate::wire_form::envelope_of_view;

impl Desk {
    /// Switches the channel. On mints a new handle; off closes the door at once.
    ///
    /// # Errors
    /// Where the host does not answer or the person is no org owner.
    pub async fn set_channel(&self, enabled: bool) -> Result<ChannelView, Problem> {
        self.post_channel(format!(r#"{{"enabled":{enabled}}}"#)).await
    }

    /// Sets the org's own envelope. The switch stays as it is.
    ///
    /// # Errors
    /// Where the envelope breaks the protocol's bounds, or as [`Desk::set_channel`].
    pub async fn set_envelope(&self, view: &EnvelopeView) -> Result<ChannelView, Problem> {
        let envelope = json::canonical(&envelope_of_view(view)?.to_value());
        let enabled = self.org()?.channel.enabled;
        self.post_channel(format!(r#"{{"enabled":{enabled},"envelope":{envelope}}}"#)).await
    }

    async fn post_channel(&self, body: String) -> Result<ChannelView, Problem> {
        let signer = self.signer()?;
        signer.client.post("channel", body).await?.success(&signer.client)?;
        self.refresh_org(&signer).await?;
        self.org().map(|org| channel_view(&org))
    }
}
