/** Webhook of the bank feed, in addition to polling. */

/** The bank feed pushes transfers here, authenticated by signature (docs/providers.md). */
export const bankWebhookPath = '/api/v1/mesbank/webhook'
