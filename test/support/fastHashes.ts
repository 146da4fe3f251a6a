/** Variables with which Kratos hashes passwords fast, and weakly. */
export const fastHashes = { HASHERS_ARGON2_MEMORY: '64KB', HASHERS_ARGON2_ITERATIONS: '1' };
