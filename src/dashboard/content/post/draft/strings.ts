export const draft = {
  restored: (at: string) => `Restored your unsaved changes from ${at}`,
  noPost: 'The server returned no post.',
}
