/** The share of the usual size of the benchmarks of AI traffic: TRAFFIC_SCALE=0.01 tries them out. */
export const trafficScale = Number(process.env.TRAFFIC_SCALE ?? 1)
