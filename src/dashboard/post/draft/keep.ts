/** Words that are not saved yet, and which state of the post they were written on. */
export type Kept = { title: string; markdown: string; updatedAt: string; at: number }

export type Keep = ReturnType<typeof keepFor>

/**
 * Keeps unsaved words of one person about one post in this browser, so that they outlive the page. Each page has a place
 * of its own, so that two of them do not write over each other.
 */
export function keepFor(personId: string, postId: string) {
  const prefix = `herald:post:${personId}:${postId}:`
  // Over plain http there is no randomUUID.
  const own = prefix + crypto.getRandomValues(new Uint32Array(4)).join('-')
  let taken: string | null = null
  return {
    /** The newest words that some page left here. */
    take(): Kept | null {
      const [newest] = readAll(prefix).sort((one, other) => other.kept.at - one.kept.at)
      taken = newest?.key ?? null
      return newest?.kept ?? null
    },
    write(kept: Kept) {
      try {
        localStorage.setItem(own, JSON.stringify(kept))
      } catch {
        // There is no room: then only leaving the page asks.
      }
    },
    clear() {
      localStorage.removeItem(own)
      if (taken !== null) localStorage.removeItem(taken)
      taken = null
    },
  }
}

function readAll(prefix: string): { key: string; kept: Kept }[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      try {
        return [{ key, kept: JSON.parse(localStorage.getItem(key) ?? '') as Kept }]
      } catch {
        return []
      }
    })
}
