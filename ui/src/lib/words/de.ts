// Every word that the window says, in German.

import { adcp } from './adcp.de';
import { agent } from './agent.de';
import { answer } from './answer.de';
import { benchmark } from './benchmark.de';
import { checks } from './checks.de';
import { codes } from './codes.de';
import { deal } from './deal.de';
import type { Words } from './en';
import { frame } from './frame.de';
import { going } from './going.de';
import { home } from './home.de';
import { mail } from './mail.de';
import { mandate } from './mandate.de';
import { media } from './media.de';
import { parley } from './parley.de';
import { problems } from './problems.de';
import { quorum } from './quorum.de';
import { quote } from './quote.de';
import { rooms } from './rooms.de';
import { rotate } from './rotate.de';
import { screening } from './screen.de';
import { steps } from './steps.de';
import { stops } from './stops.de';
import { team } from './team.de';
import { tactics } from './tactics.de';
import { unfit } from './unfit.de';
import { work } from './work.de';

export const de: Words = {
  problems,
  checks,
  unfit,
  ...frame,
  ...deal,
  ...answer,
  ...mandate,
  ...benchmark,
  ...rooms,
  ...codes,
  ...rotate,
  ...mail,
  ...quote,
  ...screening,
  ...going,
  ...home,
  ...steps,
  ...stops,
  ...team,
  ...tactics,
  ...agent,
  ...work,
  ...quorum,
  ...parley,
  ...adcp,
  ...media,
};
