/** The shop's own address, as the visitor asks for it. */
import type { FastifyRequest } from 'fastify'

/** 'https://sim.example.vn'; only its asker is ever shown it, so a made-up host harms nobody else. */
export function originOf({ protocol, host }: FastifyRequest): string {
  const address = `${protocol}://${host}`
  return URL.canParse(address) ? new URL(address).origin : ''
}

/** Address of a number's page (D3-SIM-10). */
export const pathOf = (digits: string): string => `/sim/${digits}`

/** Address of a number's picture. */
export const picturePath = (digits: string): string => `/sim/anh/${digits}.png`
