/** Starts only the simulated carrier: `CARRIER_TOKEN=… PORT=… node simulator/main.ts`. */
import { startCarrier } from './carrier.ts'

const { CARRIER_TOKEN: token, PORT: port } = process.env
if (!token) throw new Error('CARRIER_TOKEN is missing')
const simulator = await startCarrier({ token, port: Number(port ?? '0'), stream: true })
process.stdout.write(`carrier: ${simulator.url}\n`)
