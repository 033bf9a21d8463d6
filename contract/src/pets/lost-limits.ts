/** The most that can be promised to a finder, in rupees. */
export const REWARD_MAX = 1_000_000
