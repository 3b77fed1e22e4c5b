/** Webhook of refund partners, besides polling. */

/** Partners push states here, authenticated by signature (docs/providers.md). */
export const providerPushPath = '/api/v1/providers/:name/webhook'
