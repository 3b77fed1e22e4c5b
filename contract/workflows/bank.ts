/** How transfers come in beside the feed that is polled. */

/** The bank feed pushes transfers here; signed instead of signed in (docs/providers.md). */
export const bankWebhookPath = '/api/v1/mesbank/webhook'
