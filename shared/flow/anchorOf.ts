import { lookUp } from '../fields.ts';
import * as nodeGroup from './nodeGroup.ts';

/** The sections whose anchor differs from their method's name. */
const anchors: Partial<Record<string, string>> = { [nodeGroup.lookupSecret]: 'lookupSecret' };

/**
 * The anchor of a settings section.
 *
 * @param section a section's id, see `sections`
 */
export const anchorOf = (section: string): string => lookUp(anchors, section) ?? section;
