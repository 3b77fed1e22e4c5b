/** Appearance of usernames: a prefix that decides a right must not be imitated with similar characters (D3-ORG-09). */

/**
 * Latin, Greek and Cyrillic characters that look like a letter or digit, from Unicode's list of confusables (UTS #39),
 * lower-cased and without accents. `i`, `1` and `|` map to `l`, `0` maps to `o`. Libraries with the whole list have 100
 * kB, too much for two prefixes.
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

/** The name by appearance: NFKC, without case, accents and look-alikes; `rn` becomes `m`, `vv` becomes `w`. */
export function skeletonOf(name: string): string {
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

/** Whether a username looks as if it started with a prefix. */
export const looksLikeStart = (username: string, prefix: string): boolean =>
  skeletonOf(username).startsWith(skeletonOf(prefix))
