/** What is read aloud of a reply as it comes: sentence by sentence, each once it is whole. */
export function Spoken({ sentences }: { sentences: string[] }) {
  return (
    <div className="sr" aria-live="polite" aria-relevant="additions">
      {sentences.map((sentence, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reply grows at its end
        <p key={place}>{sentence}</p>
      ))}
    </div>
  )
}

/** The sentences of a text that are whole; all that it says once it is. */
export function sentencesOf(text: string, isWhole: boolean): string[] {
  const sentences = text.match(/[^.!?\n]*(?:[.!?](?=\s|$)|\n|[.!?](?=\S))+/g) ?? []
  const rest = text.slice(sentences.join('').length)
  return (isWhole ? [...sentences, rest] : sentences).map((each) => each.trim()).filter(Boolean)
}
