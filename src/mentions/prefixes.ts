/** How far words that stick to the next one reach: and, in, to, from, like, the. */
const prefixes = /^(?:[وف]?(?:[بكل]|ال|بال|كال|لل)?|ו?(?:[בלמכשה]|כש|מה|של|שב|של|שה|ה)?)$/u

const longest = 4

/** The lengths of the prefixes that a word of the Arabic or Hebrew script may start with here. */
export function prefixesAt(codes: Uint16Array, start: number): number[] {
  const lengths: number[] = []
  for (let length = 1; length <= longest; length++)
    if (prefixes.test(String.fromCharCode(...codes.subarray(start, start + length)))) lengths.push(length)
  return lengths
}
