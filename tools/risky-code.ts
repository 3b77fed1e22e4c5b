/**
 * Finds code that the product must not have: text executed or inserted as code, weak hashes and ciphers, unchecked
 * certificates.
 */
import { sideOf, type Side } from './sides.ts'

type Rule = { sides: readonly (Side | 'simulator')[]; pattern: RegExp; reason: string; except?: RegExp }

/** Each with the id in OWASP ASVS 5.0.0 (docs/asvs.csv). */
const rules: readonly Rule[] = [
  {
    sides: ['contract', 'server', 'web', 'simulator'],
    pattern: /\beval\(|\bnew Function\(/,
    reason: 'text is never run as code (V1.3.2)',
  },
  {
    sides: ['web'],
    pattern:
      /\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|dangerouslySetInnerHTML|document\.write)\b/,
    reason: 'text goes into a page as text (V3.2.2)',
  },
  {
    sides: ['server'],
    pattern: /\bshell: true|\bimport \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'/,
    reason: 'programs are started by their file and arguments, without a shell (V1.2.5)',
  },
  {
    sides: ['contract', 'server', 'web'],
    pattern: /\bcreate(Hash|Hmac)\('(?!sha(256|384|512)')/,
    reason: 'hashes are SHA-256 or longer (V11.4.1)',
  },
  {
    sides: ['server'],
    pattern: /'aes-\d+-(?!gcm')/,
    // One block, used as a permutation of phone numbers; never used for longer data.
    except: /^const concealing = 'aes-256-ecb'$/,
    reason: 'what is encrypted is sealed too: AES-GCM (V11.3.1, V11.3.2)',
  },
  {
    sides: ['server'],
    pattern: /\bMath\.random\(/,
    // Duration of a wait.
    except: /\b(sleep|setTimeout)\(/,
    reason: 'what must not be guessed comes from node:crypto (V11.5.1)',
  },
  {
    sides: ['server'],
    pattern: /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/,
    reason: 'certificates of other systems are looked at (V12.3.2)',
  },
]

/** Lines of a product file that break a rule. */
export function riskyCode(file: string, text: string): string[] {
  if (!/\.(tsx?|js)$/.test(file) || /\.(test|fixture)\./.test(file)) return []
  const side = file.startsWith('simulator/') ? 'simulator' : sideOf(file)
  if (side === null) return []
  const applicable = rules.filter(({ sides }) => sides.includes(side))
  return text
    .split('\n')
    .flatMap((line, index) =>
      applicable
        .filter(({ pattern, except }) => pattern.test(line) && !except?.test(line.trim()))
        .map(({ reason }) => `${file}:${index + 1}: ${reason}`),
    )
}
