/** Webhook of the bank feed, besides polling. */

/** The bank feed pushes transfers here, authenticated by signature (docs/providers.md). */
export const bankWebhookPath = '/api/v1/mesbank/webhook'
