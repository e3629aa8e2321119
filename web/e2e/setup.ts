// What every file of browser tests does at its end.
import { afterAll } from 'vitest';
import { closeBrowser } from './browser';

afterAll(closeBrowser);
