/** The shop's own origin, as used by the visitor. */
import type { FastifyRequest } from 'fastify'

/** Origin such as 'https://sim.example.vn'; sent only to the visitor who requested it, so a forged host harms nobody else. */
export function originOf({ protocol, host }: FastifyRequest): string {
  const address = `${protocol}://${host}`
  return URL.canParse(address) ? new URL(address).origin : ''
}

/** Address of a number's page (D3-SIM-10). */
export const pathOf = (digits: string): string => `/sim/${digits}`

/** Address of a number's picture. */
export const picturePath = (digits: string): string => `/sim/anh/${digits}.png`
