const hidden = /[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{DI}]--[\n\t]]/gv
/** Joiners and variation selectors of emoji: also invisible, but part of one symbol. */
const emojiParts = new Set(['\u200d', '\ufe0f'])
const endsWithEmoji = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)*$/u

/**
 * Untrusted text with every hidden character (control, bidirectional, zero-width, filler) shown as its code point.
 */
export function showHidden(text: string): string {
  return text.replace(hidden, (found, offset: number) => {
    if (emojiParts.has(found) && endsWithEmoji.test(text.slice(Math.max(0, offset - 6), offset))) return found
    const code = found.codePointAt(0) ?? 0
    return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
  })
}
