/** The role that servers of tests connect as: it owns nothing, so that what only an owner may do fails in the test of it. */

export const servingRole = { name: 'test_serving', password: 'test-serving' } as const

/** The address of a test's database for that role. */
export function servingUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = servingRole.name
  url.password = servingRole.password
  return url.href
}
