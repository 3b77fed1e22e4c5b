/** Parses the pages of docs/guides into plain data, so that browsers need neither Markdown nor its parser. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marked, type Token, type Tokens } from 'marked'
import { priorityNames, type Priority } from '#platform/contract/abilities.ts'
import type { GuideBlock, GuidePage, GuidePart, GuideWord } from '#platform/contract/guide.ts'
import { screenOf, screenOfRoute, type ScreenName } from '#platform/contract/screens.ts'
import { root } from './source-files.ts'

/** Folder of the pictures, next to what the bundler copies; not in git. */
export const pictureFolder = 'public/guides'

/** The picture of a screen in a guide, by file name. */
export const pictureFile = (page: string, screen: ScreenName): string => `${page}-${screen}.webp`

const refuse = (problem: string): never => {
  throw new Error(problem)
}

/** The screen of a link; its text must be the screen's own. */
function linked({ href, text }: Tokens.Link): ScreenName {
  const screen = screenOfRoute(href) ?? refuse(`no screen at '${href}'`)
  const { label } = screenOf(screen)
  return text === label ? screen : refuse(`the link '${text}' leads to '${label}'`)
}

/** The lexer keeps escapes unchanged. */
const plain = (text: string): string => text.replaceAll('\n', ' ')

function word(token: Token): GuideWord[] {
  switch (token.type) {
    case 'text':
    case 'escape':
      return [plain(token.text)]
    case 'strong':
      return [{ label: token.text }]
    case 'codespan':
      return [{ key: token.text }]
    case 'link':
      return [{ to: linked(token as Tokens.Link) }]
    default:
      return refuse(`a guide has no '${token.type}': ${token.raw}`)
  }
}

const textOf = (tokens: Token[] = []): GuideWord[] => tokens.flatMap(word)

/** An item's text is one level below it. */
const itemWords = ({ tokens }: Tokens.ListItem): GuideWord[] =>
  tokens.flatMap((token) =>
    'tokens' in token && token.tokens ? textOf(token.tokens) : refuse(`no words in '${token.raw}'`),
  )

/** A link alone in its line is a stop of the day, with a picture. */
function stopOrLine({ tokens }: Tokens.Paragraph, page: string): GuideBlock {
  const [first] = tokens
  if (tokens.length !== 1 || first?.type !== 'link') return { line: textOf(tokens) }
  const stop = linked(first as Tokens.Link)
  const file = pictureFile(page, stop)
  const exists = existsSync(join(root, pictureFolder, file))
  return { stop, ...(exists && { picture: `/guides/${file}` }) }
}

function block(token: Token, page: string): GuideBlock[] {
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      return [{ head: (token as Tokens.Heading).text }]
    case 'paragraph':
      return [stopOrLine(token as Tokens.Paragraph, page)]
    case 'list': {
      const { items, ordered } = token as Tokens.List
      return [{ list: items.map(itemWords), ordered }]
    }
    default:
      return refuse(`a guide has no '${token.type}': ${token.raw}`)
  }
}

/** 'Chi nhánh, Leader' */
function rolesOf(head: string): Priority[] {
  const names = Object.entries(priorityNames) as [string, string][]
  return head.split(', ').map((name) => {
    const [priority] = names.find(([, label]) => label === name) ?? refuse(`'${name}' is no role`)
    return Number(priority) as Priority
  })
}

type Draft = GuidePage & { part: GuidePart | null }

/** '## [screen]' begins a section, '### roles' a part for those roles; other content belongs to the current part. */
function put(draft: Draft, token: Token, page: string): void {
  const { depth = 0, tokens = [], text = '' } = token.type === 'heading' ? (token as Tokens.Heading) : {}
  const [first] = tokens
  if (depth === 1) draft.title = text
  else if (depth === 2 && first?.type === 'link') {
    const screen = linked(first as Tokens.Link)
    if (draft.screens[screen]) refuse(`two sections of '${text}'`)
    draft.part = { blocks: [] }
    draft.screens[screen] = [draft.part]
  } else if (depth === 3 && draft.part) {
    const parts = Object.values(draft.screens).at(-1)
    draft.part = { for: rolesOf(text), blocks: [] }
    parts?.push(draft.part)
  } else (draft.part?.blocks ?? draft.blocks).push(...block(token, page))
}

/** Parses a page; `page` is its file without '.md'. Throws with the line for unsupported content. */
export function readGuide(text: string, page: string): GuidePage {
  const draft: Draft = { title: '', blocks: [], screens: {}, part: null }
  try {
    for (const token of marked.lexer(text)) put(draft, token, page)
  } catch (error) {
    throw new Error(`docs/guides/${page}.md: ${(error as Error).message}`, { cause: error })
  }
  const { title, blocks, screens } = draft
  return { title, blocks, screens }
}

/** The page of a file under docs/guides, by its name without '.md'. */
export const guidePage = (page: string): GuidePage =>
  readGuide(readFileSync(join(root, `docs/guides/${page}.md`), 'utf8'), page)
