/**
 * Checks the texts of the screen against kit/contract/words.ts: one word per act and thing, and in Vietnamese
 * (D3-WORD-01).
 */
import { isOn } from './sides.ts'
import { documentedTexts, plainWords, words } from '#kit/contract/words.ts'

const isShown = (file: string): boolean =>
  isOn(file, 'web', 'contract', 'server')
    ? /(?<!\.test|\.fixture)\.tsx?$/.test(file)
    : /^docs\/guides\/.*\.md$/.test(file)
/** Names of shown values, in declarations and elements. */
const shownValue =
  /\b(?:label|title|short|placeholder|noun|done|failed|bulk|text|aria-label|confirmLabel|createLabel|saveNew|saveChange|createTitle|what|refusal|hint|reason)(?:=|: ?)(['"`])((?:(?!\1).)+)\1/g
/**
 * Texts of a program with Vietnamese letters; markup is checked by its elements, English texts only have the
 * currency.
 */
const literal = /(['"`])((?:(?!\1)[^\\\n<]|\\.)*)\1/g
const markedWord = /\p{L}*[À-ÃÈ-ÊÌÍÒ-ÕÙÚÝà-ãè-êìíò-õùúýĂăĐđĨĩŨũƠơƯư\u1EA0-\u1EF9]\p{L}*/gu
const isVietnamese = (text: string): boolean => (text.match(markedWord) ?? []).some((word) => word !== 'đồng')
const shownElement = />\s*([^<>{}\n=;()|&]*\p{L}{2}[^<>{}\n=;()|&]*)<\//gu

const comments = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g
/** Comments become empty lines, so that problems have the right line number. */
const withoutComments = (text: string): string =>
  text.replace(comments, (comment) => comment.replace(/[^\n]/g, ''))

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** Texts that name an act or a thing with another word than the list's. */
function otherWords(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const undocumented = documentedTexts.reduce((rest, given) => rest.replaceAll(given, ''), line)
    return words.flatMap(({ say, not }) => {
      const found = not.exec(undocumented)?.[0]
      return found === undefined
        ? []
        : [`${file}:${index + 1}: '${found}', say '${say}' (kit/contract/words.ts)`]
    })
  })
}

/** Plain words of a shown text, without inserted values; a single short word is a name in code. */
function plainWordsOf(text: string): string[] {
  if (/^\p{Ll}+$/u.test(text)) return []
  return (
    text
      .replace(/\$\{[^}]*(\}|$)|\b[ABC]{3,6}\b/g, ' ')
      .match(/(?<![\p{L}\d_.])[a-z]{2,}(?![\p{L}\d_.])/giu) ?? []
  )
}

/** Shown words that are neither Vietnamese nor in the list of words without diacritics. */
function foreignWords(file: string, text: string): string[] {
  const values = [...text.matchAll(shownValue)].map((match) => ({ shown: match[2] ?? '', at: match.index }))
  const texts = [...text.matchAll(literal)].filter(([, , shown = '']) => isVietnamese(shown))
  const inside = file.endsWith('.tsx') ? [...text.matchAll(shownElement)] : []
  const sentences = texts.map((match) => ({ shown: match[2] ?? '', at: match.index }))
  const elements = inside.map((match) => ({ shown: match[1] ?? '', at: match.index }))
  return [...values, ...sentences, ...elements].flatMap(({ shown, at }) =>
    plainWordsOf(shown)
      .filter((word) => !plainWords.has(word.toLowerCase()))
      .map(
        (word) =>
          `${file}:${lineAt(text, at)}: '${word}' is shown, but not in plainWords of kit/contract/words.ts`,
      ),
  )
}

/** Violations in one file; empty for files without shown texts. */
export function wordProblems(file: string, text: string): string[] {
  if (!isShown(file) || file === 'kit/contract/words.ts') return []
  const visible = file.endsWith('.md') ? text : withoutComments(text)
  const declared = isOn(file, 'web', 'contract')
  return [...otherWords(file, visible), ...(declared ? foreignWords(file, visible) : [])]
}
