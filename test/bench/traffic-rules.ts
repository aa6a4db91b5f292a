import { addressFiles } from '../../src/traffic/address-files.ts'
import { parseRanges } from '../../src/traffic/address-ranges.ts'
import { classify, visitorTypes } from '../../src/traffic/classify.ts'
import { fingerprintJourney } from '../../src/traffic/journey-id.ts'
import { judgeClaim } from '../../src/traffic/verdict.ts'
import { forScoring, scoreOf } from '../traffic/labelled-user-agents.ts'
import type { Row } from './benchmark.ts'
import { median } from './support/rounds.ts'
import { trafficScale } from './traffic-scale.ts'

const rounds = 9
const visitsPerRound = Math.max(1000, Math.round(50_000 * trafficScale))
const mostMicroseconds = 15
const leastPrecision = 0.98

/** Precision and recall of visitor types by user agent, and the time to classify a visit. */
export async function trafficRules(): Promise<Row[]> {
  return [...scores(), ...measureVisits()]
}

const visitOf = (userAgent: string) => ({
  ...{ userAgent, url: 'https://acme.com/docs', accept: '*/*' },
  ...{ referer: null, signals: null },
})

function scores(): Row[] {
  const decide = (userAgent: string) => classify(visitOf(userAgent)).visitorType
  return visitorTypes.map((type) => {
    const { precision, recall, labelled, found } = scoreOf(type, forScoring, decide)
    return {
      what: `visitor type ${type} of ${forScoring.length} user agents that are only scored: precision, recall`,
      reached: `${precision.toFixed(3)}, ${recall.toFixed(3)} (${found} found, ${labelled} labelled)`,
      ...(type === 'crawler' && {
        aim: `precision of at least ${leastPrecision}`,
        met: precision >= leastPrecision,
      }),
    }
  })
}

/** The processor time of classification, verdict and journey id of crawlers. */
function measureVisits(): Row[] {
  const visit = prepareVisits()
  const measure = (isNew: boolean) => {
    visit(isNew)
    return median(Array.from({ length: rounds }, () => visit(isNew)))
  }
  const known = measure(false)
  return [
    {
      what: 'classification, verdict and journey id of a visit',
      reached: `${known.toFixed(2)} µs`,
      aim: `under ${mostMicroseconds} µs`,
      met: known < mostMicroseconds,
    },
    {
      what: '  with a user agent that was never seen before',
      reached: `${measure(true).toFixed(2)} µs`,
    },
  ]
}

/** Returns a function that decides many visits, and returns the microseconds of each. */
function prepareVisits() {
  const crawlers = forScoring.filter(({ label }) => label === 'crawler')
  const prefixes = Array.from({ length: 200 }, (_, index) => `20.${index}.0.0/24`)
  const ranges = parseRanges(JSON.stringify({ prefixes }))
  const at = new Date()
  const files = new Map(addressFiles.map(({ id }) => [id, { ranges, fetchedAt: at }]))
  const salt = new Uint8Array(32).fill(7)
  let turn = 0
  return (isNew: boolean) => {
    const before = process.cpuUsage()
    for (let index = 0; index < visitsPerRound; index++) {
      const { userAgent } = crawlers[index % crawlers.length] ?? { userAgent: '' }
      const { source, category } = classify(visitOf(isNew ? `${userAgent} ${turn++}` : userAgent))
      const ip = `20.${index % 256}.${(index >> 8) % 256}.80`
      if (source === null) continue
      judgeClaim({ source, ip, at, files, isProvenHost: true })
      fingerprintJourney({ salt, source, category, ip, at })
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / visitsPerRound
  }
}
