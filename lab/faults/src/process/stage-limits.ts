/** Limits of a stage: the random seed, the seconds of fault injection, the maximum number of faults, and the number of visitors. */
export type StageLimits = { seed: number; seconds: number; runsMax: number; visitors: number }
