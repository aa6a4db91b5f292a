/** Earlier sentences are removed, because they would be compared with each new word. */
const maxSentences = 50

/** Announces a reply to screen readers: sentence by sentence, each once it is complete. */
export function Spoken({ sentences }: { sentences: string[] }) {
  const first = Math.max(0, sentences.length - maxSentences)
  return (
    <div className="sr" aria-live="polite" aria-relevant="additions">
      {sentences.slice(first).map((sentence, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reply grows at its end
        <p key={first + place}>{sentence}</p>
      ))}
    </div>
  )
}

/** The complete sentences of a text; all of it once it has ended. */
export function sentencesOf(text: string, isWhole: boolean): string[] {
  // A full stop within a word does not end a sentence, and the last one may not be complete yet.
  const sentences = text.match(/.*?(?:[.!?](?=\s)|\n)/gs) ?? []
  const rest = text.slice(sentences.join('').length)
  return (isWhole ? [...sentences, rest] : sentences).map((each) => each.trim()).filter(Boolean)
}
