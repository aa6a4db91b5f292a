/** How often in a row a model may ask for the same: the last of these is refused with a sentence. */
export const maxRepeats = 3

/** A function that is told calls in their order, each as one text, and gives how often the same came in a row by then. */
export function createRepeatCount() {
  let last = ''
  let times = 0
  return (call: string): number => {
    times = call === last ? times + 1 : 1
    last = call
    return times
  }
}
