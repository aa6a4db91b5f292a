/** Unsaved text, and the version of the post that it is based on. */
export type StoredDraft = { title: string; markdown: string; updatedAt: string; at: number }

export type DraftStore = ReturnType<typeof createDraftStore>

/** How often text is stored while the user types. */
const storeDelay = 300

/**
 * Stores a user's unsaved text of a post in this browser. Each tab has its own key, so that two of them do
 * not overwrite each other.
 */
export function createDraftStore(personId: string, postId: string) {
  const prefix = `herald:post:${personId}:${postId}:`
  // Over plain http there is no randomUUID.
  const own = prefix + crypto.getRandomValues(new Uint32Array(4)).join('-')
  let taken: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function now(read: () => StoredDraft | null) {
    clearTimeout(timer)
    timer = undefined
    const kept = read()
    if (kept) write(own, kept)
  }

  return {
    /** The newest text that a tab left here. */
    take(): StoredDraft | null {
      const [newest] = readAll(prefix).sort((one, other) => other.kept.at - one.kept.at)
      taken = newest?.key ?? null
      return newest?.kept ?? null
    },
    /** Stores the text immediately. */
    now,
    /** The same, but throttled. */
    soon(read: () => StoredDraft | null) {
      timer ??= setTimeout(() => now(read), storeDelay)
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

function write(key: string, kept: StoredDraft) {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // There is no room: then only leaving the page asks.
  }
}

function readAll(prefix: string): { key: string; kept: StoredDraft }[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => {
      try {
        return [{ key, kept: JSON.parse(localStorage.getItem(key) ?? '') as StoredDraft }]
      } catch {
        return []
      }
    })
}
