/** Words that are not saved yet, and which state of the post they were written on. */
export type Kept = { title: string; markdown: string; updatedAt: string; at: number }

export type Keep = ReturnType<typeof keepFor>

/** How often what is being typed is kept. */
const rhythm = 300

/**
 * Keeps unsaved words of one person about one post in this browser, so that they outlive the page. Each page has a place
 * of its own, so that two of them do not write over each other.
 */
export function keepFor(personId: string, postId: string) {
  const prefix = `herald:post:${personId}:${postId}:`
  // Over plain http there is no randomUUID.
  const own = prefix + crypto.getRandomValues(new Uint32Array(4)).join('-')
  let taken: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function now(read: () => Kept | null) {
    clearTimeout(timer)
    timer = undefined
    const kept = read()
    if (kept) write(own, kept)
  }

  return {
    /** The newest words that some page left here. */
    take(): Kept | null {
      const [newest] = readAll(prefix).sort((one, other) => other.kept.at - one.kept.at)
      taken = newest?.key ?? null
      return newest?.kept ?? null
    },
    /** Keeps what there is to keep, at once. */
    now,
    /** The same, but not at each key. */
    soon(read: () => Kept | null) {
      timer ??= setTimeout(() => now(read), rhythm)
    },
    clear() {
      clearTimeout(timer)
      timer = undefined
      localStorage.removeItem(own)
      if (taken !== null) localStorage.removeItem(taken)
      taken = null
    },
  }
}

function write(key: string, kept: Kept) {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // There is no room: then only leaving the page asks.
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
