/** How refund partners tell of their orders beside being asked. */

/** A partner pushes states here; signed instead of signed in (docs/providers.md). */
export const providerPushPath = '/api/v1/providers/:name/webhook'
