/** An email address in lower case; null if it is not one. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  return email.length <= 254 && /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/.test(email) ? email : null
}
