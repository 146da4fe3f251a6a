import express from 'express';

/** Reads a JSON body, whatever its declared type, like Hydra. An empty one is `{}`. */
export const jsonBody = express.json({ type: () => true, strict: false });
