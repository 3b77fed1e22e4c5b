/** User names as they look: a prefix that decides a right must not be had by writing it with other signs (D3-ORG-09). */

/**
 * Signs of the Latin, Greek and Cyrillic alphabets that pass for a letter or digit, of Unicode's list of confusables
 * (UTS #39), lower-cased and without marks. `l` stands for `i`, `1` and `|` as well, `o` for `0`, as these are told apart
 * by no reader. Libraries with the whole list weigh 100 kB, which every browser would load for two prefixes.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'ɑαаᴀ',
  b: 'ƅьꞵβвɓƃƀҍʙᴃ',
  c: 'ᴄςсȼҫϲ',
  d: 'ԁɗɖđðᴅ',
  e: 'ꬲеҽɇҿєᴇɛε',
  f: 'ꬵꞙẝϝƒꜰ',
  g: 'ɡᶃƍԍɠǥɢ',
  h: 'һнηɦⱨħћӊӈңʜ',
  j: 'ϳјʝɉᴊ',
  k: 'κкƙⱪқꝁҟᴋ',
  l: 'i1|ıɪɩɨᵻᵼǀłɭƚɫιіӏʟ',
  m: 'μмӎϻᴍ',
  n: 'νɳƞɲᵰŋɴп',
  o: '0оοσøꬾɵꝋөѳθᴏᴑ',
  p: 'ρрƥᵽᴘ',
  q: 'ԛʠ',
  r: 'ꭇꭈᴦгʀɽɼɍғᵲ',
  s: 'ꜱƽѕʂᵴ',
  t: 'τтƭⱦʈҭŧᵵᴛ',
  u: 'ꞟᴜꭎꭒʋυᵾʉ',
  v: 'ᴠѵ',
  w: 'ɯᴡѡԝꝡω',
  x: 'ꭓхχҳ',
  y: 'ɣᶌʏỿꭚγуүƴɏұ',
  z: 'ᴢζʐƶȥᵶ',
}
const plain = new Map(
  Object.entries(lookAlikes).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter])),
)

/** The name as it looks: NFKC, without case, marks and look-alikes; `rn` looks like `m`, `vv` like `w`. */
export function lookOf(name: string): string {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
  return [...letters]
    .map((letter) => plain.get(letter) ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** Whether a user name begins with a prefix as a reader sees it. */
export const looksLikeStart = (username: string, prefix: string): boolean =>
  lookOf(username).startsWith(lookOf(prefix))
