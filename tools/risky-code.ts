/**
 * Finds code that the product must not have: text executed or inserted as code, weak hashes and ciphers, unchecked
 * certificates.
 */
import { sideOf, type Side } from './sides.ts'

type Rule = { where: readonly (Side | 'simulator')[]; found: RegExp; why: string; except?: RegExp }

/** Each with the id in OWASP ASVS 5.0.0 (docs/asvs.csv). */
const rules: readonly Rule[] = [
  {
    where: ['contract', 'server', 'web', 'simulator'],
    found: /\beval\(|\bnew Function\(/,
    why: 'text is never run as code (V1.3.2)',
  },
  {
    where: ['web'],
    found:
      /\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|dangerouslySetInnerHTML|document\.write)\b/,
    why: 'text goes into a page as text (V3.2.2)',
  },
  {
    where: ['server'],
    found: /\bshell: true|\bimport \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'/,
    why: 'programs are started by their file and arguments, without a shell (V1.2.5)',
  },
  {
    where: ['contract', 'server', 'web'],
    found: /\bcreate(Hash|Hmac)\('(?!sha(256|384|512)')/,
    why: 'hashes are SHA-256 or longer (V11.4.1)',
  },
  {
    where: ['server'],
    found: /'aes-\d+-(?!gcm')/,
    // One block, used as a permutation of phone numbers; never used for longer data.
    except: /^const concealing = 'aes-256-ecb'$/,
    why: 'what is encrypted is sealed too: AES-GCM (V11.3.1, V11.3.2)',
  },
  {
    where: ['server'],
    found: /\bMath\.random\(/,
    // Duration of a wait.
    except: /\b(sleep|setTimeout)\(/,
    why: 'what must not be guessed comes from node:crypto (V11.5.1)',
  },
  {
    where: ['server'],
    found: /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/,
    why: 'certificates of other systems are looked at (V12.3.2)',
  },
]

/** Lines of a product file that break a rule. */
export function riskyCode(file: string, text: string): string[] {
  if (!/\.(tsx?|js)$/.test(file) || /\.(test|fixture)\./.test(file)) return []
  const side = file.startsWith('simulator/') ? 'simulator' : sideOf(file)
  if (side === null) return []
  const held = rules.filter(({ where }) => where.includes(side))
  return text
    .split('\n')
    .flatMap((line, at) =>
      held
        .filter(({ found, except }) => found.test(line) && !except?.test(line.trim()))
        .map(({ why }) => `${file}:${at + 1}: ${why}`),
    )
}
