/** The role of test servers: it owns nothing, so that statements only an owner may run fail in tests. */

export const servingRole = { name: 'test_serving', password: 'test-serving' } as const

/** The address of a test's database for that role. */
export function servingUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.username = servingRole.name
  url.password = servingRole.password
  return url.href
}
