/** Saves the file of one-time passwords, which the server gives once (D3-SETUP-02). */
import { todayVn } from '#kit/contract/dates.ts'
import { passwordFilePath } from '#subjects/people/contract/calls/staff-passwords.ts'
import { exchange } from '#kit/web/client.ts'

/** Takes it. Never sent a second time by itself: the answer of the first may have been the only one. */
export async function takePasswords(importId: string): Promise<void> {
  const response = await exchange(
    {
      method: 'POST',
      path: passwordFilePath(importId),
      headers: { 'content-type': 'application/json' },
      body: '{}',
    },
    { impatient: true },
  )
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = `mat-khau-mot-lan-${todayVn()}.xlsx`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
