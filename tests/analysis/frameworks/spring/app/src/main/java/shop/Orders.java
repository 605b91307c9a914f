package shop;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping({"/orders", "/v1/orders"})
class Orders {
    static final String BY_ID = "/{id}";

    @GetMapping
    void list() { }

    @GetMapping(BY_ID)
    void one(@PathVariable int id) { }

    @RequestMapping(value = BY_ID + "/items", method = {RequestMethod.PUT, RequestMethod.PATCH})
    void items() { }

    @Override
    public String toString() { return ""; }
}

@Controller
class Pages {
    @PostMapping(path = "login")
    String login() { return "home"; }

    @RequestMapping("/any")
    void any() { }
}

@FeignClient("orders")
interface Client {
    @GetMapping("/not/ours")
    void none();
}

class Jobs {
    @Scheduled(cron = "0 0 * * * *")
    void hourly() { }

    @KafkaListener(topics = {"orders", "refunds"})
    void heard() { }

    @EventListener
    void happened() { }
}
