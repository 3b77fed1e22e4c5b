/** `npm run admin -- <command>`: operator commands without signing in (docs/operations.md). */
import { createInterface } from 'node:readline'
import type { Services } from '#kit/server/context.ts'
import {
  lockDemo,
  noteBackup,
  resetFeed,
  resetPasswordOf,
  resetSecondFactorOf,
  vouchFor,
} from '#platform/app/server/running/operator.ts'
import { confirmationOf, requireDemo, startOwn } from '#platform/app/server/running/start-own.ts'
import { withServices } from './command-services.ts'
import { openOperated } from './database-url.ts'

const usage = `npm run admin -- lock-demo                     lock every account that the demo made
npm run admin -- reset-password <user name>    give an account a new password and print it
npm run admin -- reset-second-factor <user name>  take away a second factor that is lost
npm run admin -- vouch <user name>             note that an account is a person of its own, whoever made it
npm run admin -- reset-feed <feed> [<cursor>]  read a feed again, from its beginning or from a cursor
npm run admin -- start-own <user name>         delete the demo and begin an organisation of one's own with this administrator
npm run admin -- backup-verified               note that a backup was proven just now`

type Command = {
  words: readonly number[]
  perform: (services: Services, args: string[], url: string) => Promise<string>
}

const commands: Readonly<Record<string, Command>> = {
  'lock-demo': {
    words: [0],
    async perform(services) {
      const locked = await lockDemo(services)
      return locked.length > 0 ? `locked: ${locked.join(', ')}` : 'no account of the demo is open'
    },
  },
  'reset-password': {
    words: [1],
    perform: async (services, [name = '']) =>
      `new password of ${name}: ${await resetPasswordOf(services, name)}`,
  },
  'reset-second-factor': {
    words: [1],
    async perform(services, [name = '']) {
      await resetSecondFactorOf(services, name)
      return `${name} signs in by the password alone, until a second factor is set up again`
    },
  },
  vouch: {
    words: [1],
    async perform(services, [name = '']) {
      await vouchFor(services, name)
      return `${name} counts as another person from now on, whoever made it; this is on record`
    },
  },
  'reset-feed': {
    words: [1, 2],
    async perform(services, [name = '', cursor]) {
      const before = await resetFeed(services, name, cursor ?? null)
      const formerCursor = before === null ? '' : `; it stood at ${before}`
      const watch = cursor
        ? '. Whether the feed knows this cursor is seen in vasdesk_feed_failures and the log'
        : ''
      return `the feed ${name} is read again from ${cursor ?? 'its beginning'}${formerCursor}${watch}`
    },
  },
  'start-own': {
    words: [1],
    async perform({ pool }, [name = ''], url) {
      if (!/^[A-Za-z0-9._@+-]{1,255}$/.test(name)) throw new Error(`'${name}' is no user name`)
      const wanted = confirmationOf(await requireDemo(pool))
      const typed = await ask(`This deletes every row of the demo. Type '${wanted}' to go on: `)
      if (typed.trim() !== wanted) throw new Error('nothing was done: that was not typed')
      const password = await startOwn(pool, url, name)
      return `the database is empty; npm start, then sign in as ${name} with ${password} (opens for 24 hours)`
    },
  },
  'backup-verified': {
    words: [0],
    async perform(services) {
      await noteBackup(services)
      return 'noted'
    },
  },
}

/** One line of input from the user; '' at its end. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

async function main(): Promise<void> {
  const [name = '', ...args] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command?.words.includes(args.length)) throw new Error(usage)
  const database = await openOperated()
  try {
    console.log(await withServices(database.url, (services) => command.perform(services, args, database.url)))
  } finally {
    await database.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
