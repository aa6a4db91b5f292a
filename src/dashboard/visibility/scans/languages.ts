const names = new Intl.DisplayNames(undefined, { type: 'language' })

/** The name of a language by its code. */
export function nameLanguage(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
