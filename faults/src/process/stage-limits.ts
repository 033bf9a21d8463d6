/** How a stage is run: the seed of its chance, for how long it injects faults, how many at most, and how many visitors there are. */
export type StageLimits = { seed: number; seconds: number; runsMax: number; visitors: number }
