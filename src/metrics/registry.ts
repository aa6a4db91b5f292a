/** Counts and durations in the text format of Prometheus. Label values are chosen by Herald, never by a client. */
export type Registry = ReturnType<typeof createRegistry>

/** A value of a gauge with its labels. */
export type Sample = { labels?: Record<string, string>; value: number }

type Count = { labels: string; value: number }
type Durations = { labels: string; buckets: number[]; sum: number; count: number }

/** Upper bounds in seconds, from an indexed read to a call of a model. */
const bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60]

export function createRegistry() {
  const families: (() => string)[] = []

  return {
    /** Returns a function that adds to the counter of label values. */
    counter(name: string, help: string, labels: string[]) {
      const { all, find } = createSeries<Count>(labels, (key) => ({ labels: key, value: 0 }))
      families.push(() => {
        const lines = all.map(({ labels, value }) => `${name}{${labels}} ${value}\n`)
        return head(name, help, 'counter') + lines.join('')
      })
      return (by: number, ...of: string[]) => {
        find(of).value += by
      }
    },

    /** Returns a function that adds a duration in seconds to the histogram of label values. */
    histogram(name: string, help: string, labels: string[]) {
      const { all, find } = createSeries<Durations>(labels, (key) => ({
        labels: key,
        buckets: Array(bounds.length + 1).fill(0),
        sum: 0,
        count: 0,
      }))
      families.push(() => head(name, help, 'histogram') + all.map(write).join(''))

      function write({ labels, buckets, sum, count }: Durations): string {
        const prefix = labels === '' ? '' : `${labels},`
        let total = 0
        const lines = bounds.map((bound, index) => {
          total += buckets[index] ?? 0
          return `${name}_bucket{${prefix}le="${bound}"} ${total}\n`
        })
        const suffix = labels === '' ? '' : `{${labels}}`
        return `${lines.join('')}${name}_bucket{${prefix}le="+Inf"} ${count}\n${name}_sum${suffix} ${sum}\n${name}_count${suffix} ${count}\n`
      }

      return (seconds: number, ...of: string[]) => {
        const series = find(of)
        const bucket = bucketOf(seconds)
        series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
        series.sum += seconds
        series.count++
      }
    },

    render: () => families.map((family) => family()).join(''),
  }
}

/** The text of a gauge whose values are read when it is asked for; empty without values. */
export function gauge(name: string, help: string, samples: Sample[], type = 'gauge'): string {
  if (samples.length === 0) return ''
  const lines = samples.map(({ labels, value }) => {
    const key = labels ? `{${keyOf(Object.keys(labels), Object.values(labels))}}` : ''
    return `${name}${key} ${value}\n`
  })
  return head(name, help, type) + lines.join('')
}

/** The index of the first bound that a duration does not exceed; the number of bounds if it exceeds all of them. */
function bucketOf(seconds: number): number {
  let index = 0
  while (index < bounds.length && seconds > (bounds[index] as number)) index++
  return index
}

type Branches<T> = Map<string, Branches<T> | T>

/**
 * The series of a metric, found by the values of its labels: one map per label, because building a text of all values
 * for each call costs more than counting.
 */
function createSeries<T extends object>(labels: string[], create: (key: string) => T) {
  const all: T[] = []
  const root: Branches<T> = new Map()
  const depth = Math.max(1, labels.length)

  function add(branches: Branches<T>, value: string, values: string[], level: number): Branches<T> | T {
    const isLast = level === depth - 1
    const added = isLast ? create(keyOf(labels, values)) : (new Map() as Branches<T>)
    if (isLast) all.push(added as T)
    branches.set(value, added)
    return added
  }

  /** Finds the series of label values; the first use of the values adds it. */
  function find(values: string[]): T {
    let found: Branches<T> | T = root
    for (let level = 0; level < depth; level++) {
      const value = values[level] ?? ''
      const branches = found as Branches<T>
      found = branches.get(value) ?? add(branches, value, values, level)
    }
    return found as T
  }
  return { all, find }
}

const head = (name: string, help: string, type: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`

function keyOf(labels: string[], values: string[]): string {
  let key = ''
  for (let index = 0; index < labels.length; index++)
    key += `${index === 0 ? '' : ','}${labels[index]}="${escapeText(values[index] ?? '')}"`
  return key
}

const escapeText = (value: string) =>
  /[\\"\n]/.test(value)
    ? value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
    : value
