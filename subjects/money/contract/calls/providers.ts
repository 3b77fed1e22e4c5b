/** Webhook of refund partners, in addition to polling. */

/** Partners push states here, authenticated by signature (docs/providers.md). */
export const providerPushPath = '/api/v1/providers/:name/webhook'
