/** What was said before these is heard by now; what stays would be weighed with each word that comes. */
const maxSentences = 50

/** What is read aloud of a reply as it comes: sentence by sentence, each once it is whole. */
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

/** The sentences of a text that are whole; all that it says once it is. */
export function sentencesOf(text: string, isWhole: boolean): string[] {
  // A stop within a word ends nothing, and of the last one nobody knows yet.
  const sentences = text.match(/.*?(?:[.!?](?=\s)|\n)/gs) ?? []
  const rest = text.slice(sentences.join('').length)
  return (isWhole ? [...sentences, rest] : sentences).map((each) => each.trim()).filter(Boolean)
}
