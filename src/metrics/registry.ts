/** Counts and durations in the text format of Prometheus. Label values are chosen by Herald, never by a client. */
export type Registry = ReturnType<typeof createRegistry>

/** A value of a gauge with its labels. */
export type Sample = { labels?: Record<string, string>; value: number }

type Series = { labels: string; buckets: number[]; sum: number; count: number }

/** Upper bounds in seconds, from an indexed read to a call of a model. */
const bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10, 60]

export function createRegistry() {
  const families: (() => string)[] = []

  return {
    /** Returns a function that adds to the counter of label values. */
    counter(name: string, help: string, labels: string[]) {
      const values = new Map<string, number>()
      families.push(() => {
        const lines = [...values].map(([key, value]) => `${name}{${key}} ${value}\n`)
        return head(name, help, 'counter') + lines.join('')
      })
      return (by: number, ...of: string[]) => {
        const key = keyOf(labels, of)
        values.set(key, (values.get(key) ?? 0) + by)
      }
    },

    /** Returns a function that adds a duration in seconds to the histogram of label values. */
    histogram(name: string, help: string, labels: string[]) {
      const all = new Map<string, Series>()
      families.push(() => head(name, help, 'histogram') + [...all.values()].map(write).join(''))

      function write({ labels, buckets, sum, count }: Series): string {
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
        const key = keyOf(labels, of)
        let series = all.get(key)
        if (!series) {
          series = { labels: key, buckets: bounds.map(() => 0), sum: 0, count: 0 }
          all.set(key, series)
        }
        const index = bounds.findIndex((bound) => seconds <= bound)
        if (index >= 0) series.buckets[index] = (series.buckets[index] ?? 0) + 1
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
